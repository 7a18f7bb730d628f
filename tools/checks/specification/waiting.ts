/**
 * Lines of the specification that are built and not yet as it has them, by their id, with what is wrong. The test of the line
 * fails when one of them has become right, so that nothing stays here.
 */
export const waiting: Readonly<Record<string, string>> = {
  'GET /app-user?profileType=0': '`profileType` is a text',
  'GET /role?status=1': 'a page of 25, not all',
  'GET /faq?status=true': 'a page of 25, not all',
  'GET /faq-category?status=true': 'a page of 25, not all',
  'own multipart': 'they are sent as JSON when no file changes',
};
