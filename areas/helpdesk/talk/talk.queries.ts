import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { api } from '#kit/web/api.ts';
import { invalidate, queryClient } from '#kit/web/queries.ts';
import type { Done, OnceOptions } from '#kit/web/ui/use-action.ts';
import type { ConversationItem, DueExplained, Watching } from '../tickets/conversation.contract.ts';
import type { RequestStatus } from '../tickets/request-status.rules.ts';
import { attachmentNames, type helpDesk } from '../tickets/ticket.contract.ts';

export type Ticket = RowOf<typeof helpDesk>;

/** What shows tickets is stale after any act on one. */
export const refreshTickets = () => invalidate('help-desk', 'ticket-reply', 'ticket-note', 'dashboard', 'history');

const conversationOf = (id: string) => ({
  queryKey: ['help-desk', 'conversation', id],
  queryFn: async ({ signal }: { signal?: AbortSignal }) =>
    api.get<Answer<ConversationItem[]> & { quoted: string | null }>(
      `/help-desk/get-remarks/${id}`,
      signal ? { signal } : {},
    ),
});
export const useConversation = (id: string) => useQuery({ ...conversationOf(id), select: ({ data }) => data });
/** Of a ticket that came by mail: what stood below its words. */
export const useQuoted = (id: string) =>
  useQuery({ ...conversationOf(id), select: ({ quoted }) => quoted }).data ?? null;
/** The conversation as it stands at this moment. */
export const conversationNow = async (id: string) =>
  (await queryClient.fetchQuery({ ...conversationOf(id), staleTime: 0 })).data;

/** The ticket as it stands at this moment. */
export const ticketNow = async (id: string) => (await api.get<Answer<Ticket>>(`/help-desk/${id}`)).data;

export const useDue = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: ['help-desk', 'due', id],
    enabled,
    queryFn: async ({ signal }) => (await api.get<Answer<DueExplained>>(`/help-desk/due/${id}`, { signal })).data,
  });

export const useWatching = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: ['help-desk', 'watch', id],
    enabled,
    queryFn: async ({ signal }) => (await api.get<Answer<Watching>>(`/help-desk/watch/${id}`, { signal })).data,
  });

/** Where words go: to the customer, or to the desk alone. */
export type Side = 'reply' | 'note';

/** Writes words to a ticket, with up to five files. */
export function sendWords(side: Side, ticketId: string, text: string, files: readonly File[], once: OnceOptions) {
  const form = new FormData();
  form.append('text', text);
  form.append('visibility', side === 'reply' ? 'CUSTOMER' : 'INTERNAL');
  for (const [at, file] of files.entries()) form.append(attachmentNames[at] ?? '', file, file.name);
  return api.post<Done>(`/help-desk/${ticketId}/remarks`, { form, ...once });
}

/** Changes what one wrote a moment ago; its files stay. */
export const changeWords = (item: ConversationItem, ticketId: string, text: string, once: OnceOptions) =>
  api.put<Done>(`/${item.kind === 'NOTE' ? 'ticket-note' : 'ticket-reply'}/${item.id}`, {
    body: { ticketId, text },
    ifMatch: `"v${item.version ?? 1}"`,
    ...once,
  });

/** Turns a ticket, with a reply to the customer where there is one. */
export const turnTo = (
  row: Pick<Ticket, 'id' | 'version'>,
  requestStatus: RequestStatus,
  remark: string | null,
  once: Partial<OnceOptions>,
) =>
  api.put<Done>(`/help-desk/request-status/${row.id}`, {
    body: { requestStatus, ...(remark === null ? {} : { remark }) },
    ifMatch: `"v${row.version}"`,
    ...once,
  });
