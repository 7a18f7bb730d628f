declare module 'virtual:english' {
  const texts: Record<string, unknown>;
  export default texts;
}
declare module '*.css';
