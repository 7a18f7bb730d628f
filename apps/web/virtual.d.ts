declare module 'virtual:english' {
  const texts: Record<string, unknown>;
  export default texts;
}
declare module '*.css';
/** Address of the ground of maps; see tools/web/base-map.ts. */
declare module 'virtual:base-map' {
  const address: string;
  export default address;
}
declare module '*?worker&url' {
  const address: string;
  export default address;
}
