// Made from evidence.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'evidence.title': never;
    'evidence.make': never;
    'evidence.making': never;
    'evidence.none': never;
    'evidence.bundle': 'number';
    'evidence.revision': 'revision';
    'evidence.former': never;
    'evidence.copyHash': 'number';
    'evidence.copied': never;
    'evidence.download': 'number';
    'evidence.check': never;
    'evidence.page': never;
    'evidence.pageText': never;
    'evidence.choose': never;
    'evidence.drop': never;
    'evidence.checking': never;
    'evidence.genuine': never;
    'evidence.genuineText': never;
    'evidence.notGenuine': never;
    'evidence.notGenuineText': never;
    'evidence.part': never;
    'evidence.size': never;
    'evidence.state': never;
    'evidence.bytes': 'number';
    'evidence.states.SOUND': never;
    'evidence.states.CHANGED': never;
    'evidence.states.MISSING': never;
    'evidence.states.EXTRA': never;
    'evidence.signature': never;
    'evidence.signatures.VALID': 'keyId';
    'evidence.signatures.WHOLE_ONLY': 'keyId';
    'evidence.signatures.UNKNOWN_KEY': 'keyId';
    'evidence.signatures.INVALID': never;
    'evidence.result': never;
    'evidence.results.SAME': never;
    'evidence.results.DIFFERENT': never;
    'evidence.results.NOT_TRIED': never;
    'evidence.results.FAILED': never;
    'evidence.contents.certificate': never;
    'evidence.contents.event': never;
    'evidence.contents.fixes': never;
    'evidence.contents.frames': never;
    'evidence.contents.limits': never;
    'evidence.contents.manifest': never;
    'evidence.contents.map': never;
    'evidence.contents.match': never;
    'evidence.contents.network': never;
    'evidence.contents.signature': never;
    'evidence.contents.speed': never;
    'evidence.contents.summary': never;
    'evidence.contents.thresholds': never;
    'evidence.contents.verdict': never;
  }
}
