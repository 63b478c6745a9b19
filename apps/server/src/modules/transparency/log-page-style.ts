/** The style of the page about the logs, in the colours and the fonts of the reader's system. */
export const logPageStyle = `:root {
  color-scheme: light dark;
  font: 1rem/1.5 system-ui, sans-serif;
}
body {
  max-width: 70rem;
  margin: 0 auto;
  padding: 1.5rem 1rem 3rem;
  overflow-wrap: break-word;
}
h1, h2 {
  line-height: 1.2;
}
p {
  max-width: 65ch;
}
table {
  width: 100%;
  border-collapse: collapse;
}
th, td {
  padding: 0.6rem 1rem 0.6rem 0;
  border-bottom: 1px solid GrayText;
  text-align: start;
  vertical-align: top;
}
code {
  overflow-wrap: anywhere;
}
@media (max-width: 60rem) {
  thead {
    position: absolute;
    clip-path: inset(50%);
  }
  tr, td {
    display: block;
    padding-inline-end: 0;
  }
  tr {
    padding: 0.8rem 0;
    border-bottom: 1px solid GrayText;
  }
  td {
    padding-block: 0.1rem;
    border: 0;
    overflow-wrap: anywhere;
  }
  td:empty {
    display: none;
  }
  td::before {
    content: attr(data-name) ': ';
    color: GrayText;
  }
}
`
