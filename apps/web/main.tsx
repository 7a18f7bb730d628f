import './styles.ts';
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { constants } from '#kit/web/constants.ts';
import { loadLanguage, t } from '#kit/web/i18n.ts';
import { queryClient } from '#kit/web/queries.ts';
import { isSignedIn, renewOnWake } from '#kit/web/session.ts';
import { hydrate, store, useKept } from '#kit/web/storage/store.ts';
import { cssVariablesResolver, theme } from '#kit/web/theme/theme.ts';
import { followLanguage } from '#kit/web/texts/language.ts';
import { tellWholeTexts } from '#kit/web/ui/floating/whole-texts.ts';
import { toast, Toaster } from '#kit/web/toast.tsx';
import { followUpdates } from './newer-program.ts';
import { fetchInside, openInside, router, verifySession } from './router.tsx';
import { installTrustedTypes } from './trusted-types.ts';

installTrustedTypes();
followUpdates();

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Skin and direction follow what is kept, in this tab and from others. */
function Dressed({ children }: { children: ReactNode }) {
  const [skin] = useKept('skin');
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={skin}
      getStyleNonce={() => nonce}
    >
      <Directed>{children}</Directed>
    </MantineProvider>
  );
}
function Directed({ children }: { children: ReactNode }) {
  const [kept] = useKept('direction');
  const { dir, setDirection } = useDirection();
  useEffect(() => {
    document.documentElement.setAttribute('dir', kept);
    if (dir !== kept) setDirection(kept);
  }, [kept, dir, setDirection]);
  return children;
}

const canKeep = await hydrate();
// The frame that index.html shows meanwhile wears it too.
document.documentElement.dataset['mantineColorScheme'] = store.get('skin');
document.documentElement.dir = store.get('direction');
renewOnWake();
tellWholeTexts(document);
document.documentElement.lang = store.get('language');
followLanguage();
const words = loadLanguage(() => import('virtual:english'), store.get('language'));
// None waits for another. Where the pages behind the sign-in do not come, whoever goes to one is told.
await Promise.all([words, verifySession(words), isSignedIn() ? openInside().catch(() => undefined) : undefined]);
// The first page is drawn whole. One that takes longer is waited for within the frame of all pages.
await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, constants.loadingDelayMs))]);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <DirectionProvider detectDirection={false}>
      <Dressed>
        <Toaster />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Dressed>
    </DirectionProvider>
  </StrictMode>,
);
if (!canKeep) toast.error(t('error.memoryOnly'));
// Whoever begins to type will be inside soon.
if (!isSignedIn()) window.addEventListener('input', () => void fetchInside().catch(() => undefined), { once: true });
