# One image for Candor and for its witness. It runs as no root, on a read-only file system; data lies in /data.
FROM node:24-bookworm-slim AS build
WORKDIR /candor
COPY . .
# The image's own Node runs everything: the packaged ones are for machines without it.
RUN npm ci --include=dev --include=optional --no-audit --no-fund
RUN node -e "import('./apps/launcher/src/build-app.ts').then((m) => m.buildApps(process.cwd(), console.log))" \
  && node -e "import('./apps/launcher/src/bundled-roles.ts').then((m) => m.bundleRoles(process.cwd()))" \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24-bookworm-slim
COPY --from=build /candor /candor
# PostgreSQL in the data folder, which runs where no other is set, needs a user with a name.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /tmp candor \
  && mkdir -m 0700 /data && chown candor:candor /data
WORKDIR /candor
ENV NODE_ENV=production CANDOR_DATA=/data CANDOR_METRICS_PORT=9464
USER 10001:10001
VOLUME /data
EXPOSE 8080 8081 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=90s --interval=10s CMD ["node", "-e", \
  "fetch('http://127.0.0.1:8080/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "apps/launcher/src/launch.ts"]
