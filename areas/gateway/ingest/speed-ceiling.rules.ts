import { usualProfile } from '#telematics/pipeline/profile.ts';

/** The speed in km/h that no vehicle of a class reaches, by the classes of licence that drive its category: the least of them tells what it is. */
const ceilings: Readonly<Record<string, number>> = {
  '3W': 100,
  MCWOG: 120,
  HMV: 160,
  HGMV: 160,
  HPMV: 160,
};

/** Above it what a device states is no speed: neither a top speed nor time above a limit. */
export function ceilingOf(licenceClasses: readonly string[] | null): number {
  const known = (licenceClasses ?? []).map((name) => ceilings[name] ?? usualProfile.ceilingKmh);
  return known.length > 0 ? Math.min(...known) : usualProfile.ceilingKmh;
}
