/**
 * A PDF with pages of a line of text and a picture as scanners make them: a fax (CCITT group 4), all black. It shows that
 * decoders for scans come along; the line, that fonts do.
 */
export function faxedPdf(pages: number): Buffer {
  const numbers = Array.from({ length: pages }, (_, at) => at);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((at) => `${5 + at * 2} 0 R`).join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    // Sixteen white lines of sixteen dots each, and white is 0: black. Then the end of the picture.
    stream(
      '/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter [/ASCIIHexDecode /CCITTFaxDecode] /DecodeParms [null << /K -1 /Columns 16 /Rows 16 /BlackIs1 true >>]',
      'FFFF001001>',
    ),
    ...numbers.flatMap((at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> /XObject << /Scan 4 0 R >> >> /Contents ${6 + at * 2} 0 R >>`,
      stream('', `BT /F 24 Tf 60 760 Td (Insurance policy, page ${at + 1}) Tj ET q 300 0 0 300 147 271 cm /Scan Do Q`),
    ]),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const stream = (facts: string, content: string) =>
  `<< ${facts} /Length ${content.length} >>\nstream\n${content}\nendstream`;
