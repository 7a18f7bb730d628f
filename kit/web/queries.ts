import { QueryClient } from '@tanstack/react-query';

/** Server data, keyed by path. The API client already retries reads; errors are shown by it or by the page. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

/** After a write everything below a path is stale: lists, single records and pickers. */
export const invalidate = (...paths: string[]): Promise<void[]> =>
  Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
