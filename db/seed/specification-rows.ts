import type { Row } from './load.ts';
import type { SpecificationSeed } from './specifications.ts';

const paise = (rupees: number | null) => (rupees === null ? null : rupees * 100);

/** A build as columns of its table. */
export const specificationRow = (modelId: string, build: SpecificationSeed): Row => ({
  model_id: modelId,
  name: build.name,
  fuel_type: build.fuelType,
  body_type: build.bodyType,
  engine_cc: build.engineCc,
  motor_kw: build.motorKw,
  seats: build.seats,
  gvw_kg: build.gvwKg,
  emission_norm: build.emissionNorm,
  ex_showroom_paise: paise(build.priceFrom),
  ex_showroom_to_paise: paise(build.priceTo),
});
