import type { PermittedModule, UserData } from '#kit/contract/rights.ts';
import { api, loadPermissions, navigation } from '../api.ts';
import { t } from '../i18n.ts';
import { store } from '../storage/store.ts';
import { toast } from '../toast.tsx';

/** Everybody with a role hears at once that it changed; they need not all ask in the same moment. */
const spreadMs = 500;

/** Learns anew who the person is and what they may do. A page that is no longer for them is left. */
export async function reloadRights(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * spreadMs));
  const before = store.get('_accessible') ?? [];
  try {
    const { userData } = await api.get<{ userData: UserData }>('/token', { quiet: true });
    const after = await loadPermissions();
    store.set('userData', userData);
    if (!covers(before, location.pathname) || covers(after, location.pathname)) return;
    toast.error(t('error.noRight'));
    navigation.toDashboard();
  } catch {
    // The client of the API did what there is to do; the next refused call asks again.
  }
}

const covers = (modules: readonly PermittedModule[], path: string): boolean =>
  modules.some(({ route }) => route !== null && (path === route || path.startsWith(`${route}/`)));
