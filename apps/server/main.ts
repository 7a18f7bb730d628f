import { settleMalloc } from './parts/malloc.ts';

settleMalloc();
await import('./start.ts');
