import type { Table } from '#kit/server/import/sheet/table.ts';
import { refuse } from '#kit/server/refusals.ts';

export interface FileLine {
  line: number;
  paymentId: string;
  orderId: string | null;
  paise: number;
  feePaise: number;
}

const wrong = (message: string) => refuse.badInput({ content: message });

/** Whole paise of an amount in rupees as files write it: 1,234.50. @returns undefined for what is none */
export function paiseOf(text: string): number | undefined {
  const plain = text.replaceAll(',', '').trim();
  const found = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(plain);
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined;
}

/** The payments of a settlement file in Razorpay's columns. Other kinds of lines, like fees and transfers, are left out. @throws 400 that names the line */
export function paymentsOf({ rows }: Pick<Table, 'rows'>): FileLine[] {
  const [head, ...body] = rows;
  const names =
    head?.cells.map((cell) =>
      cell
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    ) ?? [];
  const at = (...known: string[]) => names.findIndex((name) => known.includes(name));
  const [id, order, amount, fee, type] = [
    at('entity_id', 'payment_id'),
    at('order_id'),
    at('amount'),
    at('fee'),
    at('type'),
  ];
  if (id < 0 || amount < 0) throw wrong('The file needs the columns entity_id (or payment_id) and amount');
  const lines: FileLine[] = [];
  for (const { line, cells } of body) {
    const cell = (column: number) => (column < 0 ? '' : (cells[column]?.trim() ?? ''));
    if (type >= 0 && cell(type).toLowerCase() !== 'payment') continue;
    const [paise, feePaise] = [paiseOf(cell(amount)), cell(fee) === '' ? 0 : paiseOf(cell(fee))];
    if (cell(id) === '' || cell(id).length > 200) throw wrong(`Line ${line}: the payment has no id`);
    if (paise === undefined || feePaise === undefined)
      throw wrong(`Line ${line}: write amounts in rupees, like 1,234.50`);
    lines.push({ line, paymentId: cell(id), orderId: cell(order) || null, paise, feePaise });
  }
  if (lines.length === 0) throw wrong('The file has no payments');
  return lines;
}
