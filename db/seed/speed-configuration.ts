/** The configuration every installation starts with, as columns of its table; the tolerance is that of S.O. 1522(E). */
export const speedConfiguration = {
  name: 'India default',
  scope: 'GLOBAL',
  statutory_tolerance_pct: 5,
  company_buffer_kmh: 0,
  min_duration_s: 15,
  min_points: 3,
  max_accuracy_m: 30,
  max_plausible_kmh: 180,
  gap_s: 60,
  minor_from_kmh: 5,
  major_from_kmh: 10,
  critical_from_kmh: 20,
  review_mode: 'MANUAL',
  effective_from: '2018-04-06',
};
