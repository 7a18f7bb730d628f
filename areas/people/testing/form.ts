import sharp from 'sharp';

/** A small picture. */
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#345' } })
  .png()
  .toBuffer();

/** A multipart body with its content type; `file` names the part that holds a picture. */
export async function formOf(
  fields: Readonly<Record<string, unknown>>,
  file?: string,
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one));
  if (file) form.append(file, new File([new Uint8Array(picture)], `${file}.png`, { type: 'image/png' }));
  const sent = new Response(form);
  return {
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': String(sent.headers.get('content-type')) },
  };
}
