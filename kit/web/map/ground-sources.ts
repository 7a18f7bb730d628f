/** Where the ground of maps comes from, as the licences ask that it be told on them. Names, which no language translates. */
export const groundSources = 'Natural Earth · GeoNames (CC BY 4.0)';
