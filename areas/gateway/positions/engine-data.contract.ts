/*
 * What devices report of the vehicle itself: its supply, its engine, its fuel. Each measure by the name of the attribute that the
 * protocols' readers give, `parts` of it are one of its unit, and what lies outside of its range is not shown.
 */
export const engineMeasures = {
  power: { unit: 'V', range: [0, 100] },
  rpm: { unit: 'rpm', range: [0, 20_000] },
  obdSpeed: { unit: 'km/h', range: [0, 400] },
  coolantTemp: { unit: '°C', range: [-60, 200] },
  engineTemp: { unit: '°C', range: [-60, 250] },
  engineLoad: { unit: '%', range: [0, 100] },
  throttle: { unit: '%', range: [0, 100] },
  fuelLevel: { unit: '%', range: [0, 100] },
  /** Litres of one device, percent or counts of another. */
  fuel: { unit: null, range: [0, 100_000] },
  fuelUsed: { unit: 'L', range: [0, 10_000_000] },
  odometer: { unit: 'km', range: [0, 10_000_000], parts: 1_000 },
  obdOdometer: { unit: 'km', range: [0, 10_000_000], parts: 1_000 },
  hours: { unit: 'h', range: [0, 1_000_000], parts: 3_600_000 },
  faultCount: { unit: null, range: [0, 255] },
} as const satisfies Record<string, { unit: string | null; range: readonly [number, number]; parts?: number }>;
export type EngineMeasure = keyof typeof engineMeasures;
export const engineMeasureNames = Object.keys(engineMeasures) as EngineMeasure[];

/** Measures that say nothing of the engine: trackers without a line to it report them as well. */
export const besideEngine: readonly EngineMeasure[] = ['power', 'odometer'];

export interface EngineData {
  /** The time that the readings and the fault codes are of, ISO UTC. */
  from: string;
  to: string;
  /** Of a vehicle: what it carries now. Null: nothing. */
  device: { id: string; label: string } | null;
  /** Whether devices of its category report engine data. */
  isExpected: boolean;
  /** The last value of each measure, and when it was measured. */
  values: { name: EngineMeasure; value: number; at: string }[];
  /** Diagnostic trouble codes, with the first and the last time they were reported. */
  codes: { code: string; firstAt: string; lastAt: string }[];
  /** Values over time, oldest first: the last one in each of equal parts of the time. */
  series: { name: EngineMeasure; points: { at: string; value: number }[] }[];
}

export const engineHours = [6, 24, 72] as const;
