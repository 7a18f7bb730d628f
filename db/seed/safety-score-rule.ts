/** What safety scores are made of from the start, as columns of its table. */
export const safetyScoreRule = {
  name: 'Standard',
  effective_from: '2020-01-01',
  min_km: 50,
  speeding_weight: 55,
  minor_points: 3,
  major_points: 8,
  critical_points: 20,
  braking_weight: 20,
  braking_points: 5,
  acceleration_weight: 10,
  acceleration_points: 5,
  cornering_weight: 15,
  cornering_points: 5,
};
