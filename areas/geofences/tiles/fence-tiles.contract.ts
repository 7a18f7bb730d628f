/** Where active geofences come from as vector tiles: areas and thin lines in one layer, and points with their names in the other. */
export const fenceTiles = {
  path: '/geofence/tile/{z}/{x}/{y}',
  layer: 'geofences',
  nameLayer: 'names',
  maxZoom: 15,
} as const;
