import { Suspense } from 'react';
import { isId } from '#kit/contract/ids-and-days.ts';
import { CatalogueTrash } from '#kit/web/catalogue/trash/trash.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { useCan } from '#kit/web/rights.ts';
import { useTurnAway } from '#kit/web/turn-away.ts';
import { NotFound } from '#kit/web/shell/failure.tsx';
import { role } from '#areas/identity/identity.contract.ts';
import { RoleList } from './role-list.tsx';
import { RolePage } from './role-detail.tsx';
import { usePartsBelow } from '#kit/web/parts-below.ts';

const RoleEditor = lazyPage(async () => (await import('./editor/role-editor.tsx')).RoleEditor);
const RoleCompare = lazyPage(async () => (await import('./role-compare.tsx')).RoleCompare);

/** All pages below /role. */
export function RoleSpace() {
  const can = useCan();
  const [first, second, ...more] = usePartsBelow('/role');
  const action = first === 'new' ? 'create' : first === 'trash' ? 'delete' : second === 'edit' ? 'edit' : 'view';
  const allowed = can('role', 'view') && can('role', action);
  useTurnAway(allowed);
  if (!allowed) return null;
  if (more.length > 0 || (second !== undefined && (second !== 'edit' || !isId(first)))) return <NotFound />;
  const page = () => {
    if (first === undefined) return <RoleList />;
    if (first === 'new') return <RoleEditor />;
    if (first === 'compare') return <RoleCompare />;
    if (first === 'trash') return <CatalogueTrash definition={role} />;
    if (!isId(first)) return <NotFound />;
    return second === 'edit' ? <RoleEditor id={first} /> : <RolePage key={first} id={first} />;
  };
  return <Suspense>{page()}</Suspense>;
}
