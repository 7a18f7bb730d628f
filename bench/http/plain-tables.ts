/** Tables that the yardstick reads and writes, for Kysely. */
interface Vehicle {
  id: string;
  name: string;
  brand_id: string;
  fuel: string;
  chassis: string;
  colour: string | null;
  seats: number;
  made_on: string;
  price: string;
  remark: string | null;
  status: number;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}
interface Office {
  id: string;
  code: string;
  name: string;
  status: number;
  version: number;
  deleted_at: Date | null;
}
interface Model {
  id: string;
  brand_id: string;
  type_id: string;
  category_id: string;
  name: string;
  variant: string | null;
  year_from: number | null;
  year_to: number | null;
  status: number;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}
export interface Tables {
  bench_vehicle: Vehicle;
  vehicle_brand: { id: string; name: string };
  rto: Office;
  vehicle_type: { id: string; name: string };
  vehicle_category: { id: string; name: string };
  vehicle_model: Model;
}
