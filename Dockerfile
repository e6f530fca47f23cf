# Workspace packages are links in node_modules, and Node runs TypeScript only through links:
# the tree is copied as a whole, never with its links followed.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY server/package.json server/
COPY client/package.json client/
RUN npm ci --include=dev
COPY . .
# The image brings its own Node: the one that npm fetched for a bare machine is left behind.
RUN node scripts/build.ts && npm prune --omit=dev --no-save && rm -rf node_modules/node node_modules/node-bin-* node_modules/.bin/node

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "deploy/healthcheck.mjs"]
CMD ["node", "server/main.ts"]
