/** How maps of this installation are set up outside of its database. */
export interface MapOptions {
  /** BASEMAP_PMTILES: a file of this machine, or an address that browsers fetch from. */
  pmtiles?: { file: string } | { url: URL };
  /** Another address than the provider's, for tests. */
  tokenUrl?: URL;
}
/** What areas with maps are given. */
export interface WithMaps {
  maps: MapOptions;
}
