/** Where roads come from as vector tiles, as maps name it. */
export const roadTiles = { id: 'roads', path: '/road/tile/{z}/{x}/{y}', layer: 'roads', maxZoom: 15 } as const;
/** Whose roads they are, as the licence of OpenStreetMap asks that it be told on maps. Names, which no language translates. */
export const roadSources = '© OpenStreetMap (ODbL)';
