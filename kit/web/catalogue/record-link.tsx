import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayView } from '../rights.ts';
import { catalogueAt } from './all.ts';

/** A link to a record of a catalogue; what it says alone for who may not open it: work and deadlines tell of more than that. */
export function RecordLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const path = to.split(/[/?]/)[1];
  if (path !== undefined && catalogueAt(path) !== undefined && !mayView(path))
    return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className}>
      {children}
    </Link>
  );
}
