/** Imported first by the commands, for its effect: everything here runs on the Node that npm installs. */
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Roadkeeper's tools need Node 24, this is ${process.version}: run npm install, then the npm script`);
  process.exit(1);
}
