/** What is let pass above a limit. The law's share and the company's own figure are told apart. */
export interface Tolerance {
  /** No cognizance is taken within this share of the limit, per cent (S.O. 1522(E), paragraph 2). */
  readonly statutoryPct: number;
  readonly companyBufferKmh: number;
}

/** A speed against a limit. */
export interface Judged {
  readonly overLimit: boolean;
  /** Beyond what the law lets pass. */
  readonly actionable: boolean;
  /** Beyond what the company lets pass, whatever the law does. */
  readonly beyondBuffer: boolean;
}

/** Speeds are compared in thousandths: 70 km/h and 5 per cent are 73.5 km/h, to the digit. */
const thousandths = (kmh: number) => Math.round(kmh * 1_000);

/** Without a limit nothing is above it. */
export function judgeSpeed(speedKmh: number, limitKmh: number | null, tolerance: Tolerance): Judged {
  if (limitKmh === null) return { overLimit: false, actionable: false, beyondBuffer: false };
  const [speed, limit] = [thousandths(speedKmh), thousandths(limitKmh)];
  return {
    overLimit: speed > limit,
    actionable: speed * 100 > limit * (100 + tolerance.statutoryPct),
    beyondBuffer: speed > limit + thousandths(tolerance.companyBufferKmh),
  };
}
