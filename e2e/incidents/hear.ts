import type { Page } from 'playwright-core';

/** What the page plays, as an ear before the loudspeaker would hear it. */
export interface Ear {
  /** The loudest of the moment, 0 to 1; 0 where nothing plays. */
  loudness(): Promise<number>;
  /** The pitch that is heard most, in hertz; 0 in silence. */
  pitch(): Promise<number>;
}

/** Listens to a page. To be called before it is opened. */
export async function listen(page: Page): Promise<Ear> {
  await page.addInitScript(ear);
  return {
    loudness: () => page.evaluate<number>('heard().loudness'),
    pitch: () => page.evaluate<number>('heard().pitch'),
  };
}

const ear = `(() => {
  let analyser;
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...more) {
    if (to instanceof AudioDestinationNode) {
      if (analyser?.context !== this.context) {
        analyser = this.context.createAnalyser();
        analyser.fftSize = 8192;
        analyser.smoothingTimeConstant = 0;
      }
      connect.call(this, analyser);
    }
    return connect.call(this, to, ...more);
  };
  window.heard = () => {
    if (!analyser || analyser.context.state !== 'running') return { loudness: 0, pitch: 0 };
    const wave = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(wave);
    const loudness = wave.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    const parts = new Float32Array(analyser.frequencyBinCount);
    analyser.getFloatFrequencyData(parts);
    const loudest = parts.indexOf(Math.max(...parts));
    return { loudness, pitch: loudness === 0 ? 0 : Math.round((loudest * analyser.context.sampleRate) / analyser.fftSize) };
  };
})()`;
