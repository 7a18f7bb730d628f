/** Something that maps are drawn on. Addresses are whole, and `{z}`, `{x}`, `{y}` stand in those of tiles. */
export type Ground = { attribution: string | null } & (
  | { is: 'raster'; tiles: string; maxZoom: number | null }
  | { is: 'style'; url: string }
  /** `own`: a call of the product, which wants the session. */
  | { is: 'pmtiles'; url: string; own: boolean }
);

export interface Grounds {
  /** In the order in which they are tried; the built-in ground lies below all of them. */
  grounds: readonly Ground[];
  /** Where maps of everything begin, when it is set up. */
  centre: { lat: number; lon: number } | null;
  zoom: number | null;
}

/** What a map says of its ground. */
export interface GroundState {
  /** Whose it is; null while it is the built-in one. */
  attribution: string | null;
  /** None that is set up could be drawn. */
  isFailed: boolean;
}

export type ReadGrounds = () => Promise<Grounds>;

let read: ReadGrounds = async () => ({ grounds: [], centre: null, zoom: null });
/** Called while areas are put together. */
export const setGrounds = (given: ReadGrounds): void => void (read = given);
/** What is set up in this moment. */
export const readGrounds: ReadGrounds = () => read();

/** Roads that the product knows, as vector tiles. Their lines have a `rank`, and near by a `name` and perhaps a `ref`. */
export interface StreetTiles {
  /** Who may view this may have the tiles. */
  module: string;
  /** Path of the tiles below the API, with {z}, {x} and {y}. */
  path: string;
  layer: string;
  /** Tiles are there up to this zoom and are enlarged beyond. */
  maxZoom: number;
  /** Whose roads they are. */
  attribution: string;
}

let streets: StreetTiles | undefined;
/** Called while areas are put together. */
export const setStreets = (given: StreetTiles): void => void (streets = given);
export const streetTiles = (): StreetTiles | undefined => streets;
