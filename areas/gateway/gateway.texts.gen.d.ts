// Made from gateway.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'devices.frames': never;
    'devices.noFrames': never;
    'devices.noFramesText': never;
    'devices.bytes': '#count' | 'number';
    'devices.refused': never;
    'devices.unreadFrame': 'kind';
    'devices.names': 'identity';
    'devices.saysNothing': never;
    'devices.moreRecords': '#count';
    'devices.noFixIn': never;
    'devices.copied': never;
    'devices.copyFrame': 'time';
    'devices.framesHidden': never;
    'devices.framesHiddenText': never;
  }
}
