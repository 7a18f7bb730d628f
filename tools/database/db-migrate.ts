import '../node-version.ts';
import { command, withOwnerDatabase } from './owner-database.ts';

await command(() => withOwnerDatabase());
