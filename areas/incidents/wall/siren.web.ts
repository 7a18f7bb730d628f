/** Two tones in turn, as sirens in India sound, in hertz, and how often they change in a second. */
const siren = { middle: 760, spread: 170, turns: 1.2, loudness: 0.18 };
const short = { pitch: 880, seconds: 0.35, loudness: 0.12 };

/**
 * Sound made by the browser itself: no file has to be there. A browser that plays nothing before somebody has pressed something is
 * asked again with the next press.
 */
export interface Siren {
  start(): void;
  stop(): void;
  /** One short tone. */
  tone(): void;
  /** Is called in answer to a press, which makes the browser play. */
  unlock(): void;
  end(): void;
}

/** @param onBlocked hears whether the browser refuses to play for now. */
export function createSiren(onBlocked: (isBlocked: boolean) => void): Siren {
  let context: AudioContext | undefined;
  let playing: { main: OscillatorNode; turns: OscillatorNode } | undefined;
  const ready = (): AudioContext => {
    if (!context) {
      const made = new AudioContext();
      made.addEventListener('statechange', () => onBlocked(made.state === 'suspended'));
      context = made;
    }
    if (context.state === 'suspended') {
      onBlocked(true);
      void context.resume().catch(() => undefined);
    }
    return context;
  };
  const through = (made: AudioContext, loudness: number): GainNode => {
    const gain = made.createGain();
    gain.gain.value = loudness;
    gain.connect(made.destination);
    return gain;
  };
  const unlock = () => void context?.resume().catch(() => undefined);
  // Any press on the page will do; the button is for those who wonder why it is quiet.
  document.addEventListener('pointerdown', unlock);
  document.addEventListener('keydown', unlock);
  return {
    start() {
      if (playing) return;
      const made = ready();
      const main = made.createOscillator();
      main.type = 'triangle';
      main.frequency.value = siren.middle;
      // A second, slow one changes the first: no timer, which tabs in the background would slow down.
      const turns = made.createOscillator();
      turns.type = 'square';
      turns.frequency.value = siren.turns;
      const spread = made.createGain();
      spread.gain.value = siren.spread;
      turns.connect(spread).connect(main.frequency);
      main.connect(through(made, siren.loudness));
      main.start();
      turns.start();
      playing = { main, turns };
    },
    stop() {
      playing?.main.stop();
      playing?.turns.stop();
      playing = undefined;
    },
    tone() {
      const made = ready();
      const one = made.createOscillator();
      one.frequency.value = short.pitch;
      one.connect(through(made, short.loudness));
      one.start();
      one.stop(made.currentTime + short.seconds);
    },
    unlock,
    end() {
      this.stop();
      document.removeEventListener('pointerdown', unlock);
      document.removeEventListener('keydown', unlock);
      void context?.close().catch(() => undefined);
    },
  };
}
