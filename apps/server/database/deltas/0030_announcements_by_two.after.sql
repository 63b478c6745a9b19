alter table operator.announcement
  add constraint announcement_titles_check check (operator.are_announcement_titles(titles, texts));
alter table operator.announcement_proposal
  add constraint proposed_texts_check check (operator.are_announcement_texts(texts)),
  add constraint proposed_titles_check check (operator.are_announcement_titles(titles, texts));
