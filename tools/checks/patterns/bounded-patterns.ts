/** Patterns that are not proved to take a time that grows with the text alone, each with what bounds the text or the time. */
export const boundedPatterns: Readonly<Record<string, string>> = {
  'apps/server/mail-settings.ts /^\\s*"?([^"<>]*?)"?\\s*<([^<>]+)>\\s*$/': 'A setting, which the operator writes',
  'areas/documents/documents/number-rule.rules.ts /\\\\d|\\[([A-Za-z0-9 /-]+)\\]|\\(([A-Za-z0-9 /|-]+)\\)|([A-Za-z0-9 /-])/y':
    'Sticky, and every part of it ends at a sign of its own: a rule has at most 200 characters',
  'areas/identity/passwords/passwords.contract.ts /^[^\\p{L}]+|[^\\p{L}]+$/gu': 'A password of at most 128 characters',
  'areas/identity/passwords/passwords.contract.ts /^(.{1,7})\\1+.{0,7}$/su': 'A password of at most 128 characters',
  'areas/identity/sessions/user-agent.ts /\\bVersion\\/[\\d.]+ .*Safari\\//': 'The first 300 characters of a header',
  'areas/identity/sessions/user-agent.ts /\\biPhone\\b|\\bAndroid\\b.*\\bMobile\\b/':
    'The first 300 characters of a header',
  'kit/contract/words/translate.ts /(\\d{1,2}) (Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec) (\\d{4})/g':
    'A message of at most 2,000 characters; each number is tried once',
  'kit/server/http/places.ts /%.*$/': 'The address of a socket, or of X-Forwarded-For behind a trusted proxy',
  'areas/mail/templates/render.contract.ts /\\{\\{([a-z][A-Za-z0-9]*)\\}\\}/g':
    'Begins at two braces, and a name has none: each part of the text is tried once',
  'areas/mail/templates/render.contract.ts /\\n[ \\t]*\\n\\s*/':
    'A template of at most 10,000 characters, in which an empty line is matched whole',
  'kit/server/db/failures.ts /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client was closed|Client has encountered a connection error|not queryable|timeout expired|Cannot use a pool after|socket hang up/i':
    'A message of the database client',
  'kit/server/files/inspect.ts /\\.([A-Za-z0-9]+)$/':
    'Begins at a point, and an ending has none: each part of the name is tried once',
  'kit/server/files/pdf/active-content.ts /stream(?:[ \\t\\u0000\\f]*\\r?\\n|[ \\t\\u0000\\f]*\\r|[ \\t]+)/g':
    'The text of a PDF, in a thread that is ended at its deadline',
  'kit/server/files/pdf/pdf-names.ts /:\\/\\/[^\\s()<>]*$/':
    'The text of a PDF, in a thread that is ended at its deadline',
  'kit/server/files/pdf/pdf-names.ts /[\\s\\0]*(?:[46][\\s\\0]*A|[57][\\s\\0]*6|[0-2][\\s\\0]*[0-9A-F]|[AEFB][\\s\\0]*[0BEF])/iy':
    'The text of a PDF, in a thread that is ended at its deadline',
  'kit/server/files/pdf/pdf-names.ts />[\\s\\S]*$/': 'The text of a PDF, in a thread that is ended at its deadline',
  'kit/server/files/upload.ts /\\.[^.]*$/':
    'At most 1,000 characters of a name; begins at a point and stops at the next',
  'kit/server/history-mask.ts /pass(word|phrase|code)|hash|token|secret|totp|otp$|recovery|pepper|cookie|authori[sz]ation|(api|private)_?key/i':
    'The name of a field',
  'kit/server/history-mask.ts /\\brk[a-z]_[\\w-]{20,}|\\$(?:argon2(?:id|i|d)?|2[aby]|scrypt)\\$[^\\s"]+|(?<![\\w-])eyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*|otpauth:\\/\\/[^\\s"]+|-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*/g':
    'Each way in begins with letters of its own that what follows them cannot be part of twice: see its test',
  'kit/server/http/openapi.ts /\\{(\\w+)\\}/g': 'The path of a route, which is ours',
  'kit/server/http/route.ts /\\{(\\w+)\\}/g': 'The path of a route, which is ours',
  'kit/server/http/web-app.ts /^\\/[a-z-]+\\/([a-z-]+(\\/[0-9a-f]{8}-[0-9a-f-]{27})?|[0-9a-f]{8}-[0-9a-f-]{27}(\\/edit)?)\\/?(\\?|$)/':
    'Anchored, and every part ends at a slash: an address of at most 16 KB',
  'kit/server/http/web-app.ts /-[\\w-]{8}\\.\\w+$/': 'The path of a file that the build made',
  'kit/server/import/sheet/read-csv.ts /"(?:[^"]|"")*"/g':
    'The first 20,000 characters of a file; a quotation mark that is not closed is tried once',
  'kit/server/import/sheet/xlsx/number-formats.ts /"[^"]*"/g':
    'A format, which has at most as many characters as workbookLimits says',
  'kit/server/import/sheet/xlsx/number-formats.ts /\\[[^[\\]]*\\]/g':
    'A format, which has at most as many characters as workbookLimits says',
  'kit/server/postgres/postmaster.ts /shared memory block|lock file .* already exists/': 'A line that PostgreSQL logs',
  'telematics/protocols/ais140/ais140-checksum.ts /^(.*\\*)([0-9a-f]{2})\\s*$/is': 'A frame of at most 2,048 bytes',
  'telematics/protocols/ais140/ais140-checksum.ts /^(.*,)([0-9a-f]{8})[,*\\s]*$/is': 'A frame of at most 2,048 bytes',
  'telematics/protocols/ais140/ais140-checksum.ts /^(.*,)([0-9a-f]{2})[,*\\s]*$/is': 'A frame of at most 2,048 bytes',
  'telematics/protocols/ais140/ais140.ts /\\*.*$/s': 'A frame of at most 2,048 bytes',
  'telematics/protocols/gps103.ts /[;\\r\\n]+$/': 'A frame of at most 2,048 bytes',
  'telematics/protocols/h02/h02-text.ts /#.*$/s': 'A frame of at most 1,024 bytes',
  'telematics/protocols/tk103.ts /^\\(?(\\d{15}|.{11,12}?)([A-Z]{2}[0-9A-F]\\d)(.*)$/s':
    'A frame of at most 1,024 bytes',
  'telematics/protocols/tk103.ts /(\\d\\d)(\\d\\d)(\\d\\d),?([AV]),? *(\\d*\\d\\d\\.\\d+)([NS]),? *(\\d*\\d\\d\\.\\d+)([EW]),?([ \\d.]{1,5})(?:\\d*,)?(\\d{6}),?(?:([ \\d.]{6}|\\d\\d),?([01])([01])([0-9A-F])[0-9A-F]{2}([0-9A-F]{3})L([0-9A-F]+)|(\\d+\\.\\d+))?/i':
    'A frame of at most 1,024 bytes',
  'areas/helpdesk/inbound/take-in.ts /<([^<>\\s]{36,400})>/g':
    'The first 128 KB of a mail; ends at the next bracket, and after 400 signs',
  'areas/mail/incoming/automatic.rules.ts /\\([^()]{0,500}\\)/g':
    'A header; ends at the next bracket, and after 500 signs',
  'areas/mail/incoming/incoming-mail.ts /\\[(?:https?|cid|data):[^\\]\\s]{1,2000}\\]/g':
    'At most 500,000 characters; ends at a space, and after 2,000 signs',
  'areas/mail/incoming/incoming-mail.ts /<([^<>\\s]{1,254})>\\s*$/': 'The first 2,000 characters of a header',
  'areas/mail/incoming/incoming-mail.ts /<([^<>\\s]{1,500})>/g':
    'The first 20,000 characters of a header; ends at the next bracket',
  'areas/mail/incoming/quoted-text.rules.ts /\\bschrieb\\b.{0,200}:$/i': 'A sentence of at most 400 characters',
  'areas/mail/incoming/quoted-text.rules.ts /(?:ने|नी)\\s?(?:लिखा|लिहिले|लिखा है)\\s?[:：।]?$/':
    'A sentence of at most 400 characters',
  'areas/mail/incoming/quoted-text.rules.ts /(?:એ લખ્યું|লিখেছেন|எழுதியது|రాశారు|ಬರೆದಿದ್ದಾರೆ|എഴുതി)\\s?[:：]?$/':
    'A sentence of at most 400 characters',
  'areas/mail/incoming/quoted-text.rules.ts /^(?:Sent from (?:my|the|Yahoo|Outlook|Mail|Samsung|Proton)\\b.{0,80}|Get Outlook for \\w{1,20}.{0,80}|Sent via .{1,60}|मेरे .{1,40} से भेजा गया.{0,20})$/i':
    'Anchored, and no part of it takes more than 80 signs',
  "areas/mail/mail-parts.ts new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\\`{|}~-]{1,64}@${host}(?:\\\\.${host})*$`)":
    'At most 254 characters: isMailAddress counts them first',
  'areas/sharelinks/links/create-link.ts new RegExp(`^\\\\d{${pin.least},${pin.most}}$`)':
    'Anchored, and of a few digits',
  "kit/contract/normal-form.ts new RegExp(`\\\\p{M}{${mostMarks + 1}}`, 'u')":
    'From each mark on, thirty more are looked at',
  "kit/contract/normal-form.ts new RegExp(`\\\\p{M}{${mostMarks}}(?=\\\\p{M})`, 'gu')":
    'From each mark on, thirty more are looked at',
  'kit/server/sessions/api-keys.ts new RegExp(`^${prefix}[0-9A-Za-z]{${drawn + checkDigits}}$`)':
    'Anchored, and of a length that is given',
  'kit/server/export/many.ts /\\s*"((?:[^"]|"")*)"[^\\S\\n]*(?=;|$)/y':
    'A cell of at most 20,000 characters; sticky, and tried once after each separator, which ends what it looks through',
  'kit/server/export/many.ts /[^\\S\\n]*"((?:[^"]|"")*)"[^\\S\\n]*(?=\\n|$)/y':
    'A cell of at most 20,000 characters; sticky, and tried once after each separator, which ends what it looks through',
  'kit/server/export/many.ts /\\s*"((?:[^"]|"")*)"[^\\S\\n]*(?=,|$)/y':
    'A cell of at most 20,000 characters; sticky, and tried once after each separator, which ends what it looks through',
};
