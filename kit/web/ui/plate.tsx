import { Link } from '@tanstack/react-router';

const standard = /^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$/;
const bharat = /^(\d{2})(BH)(\d{4})([A-Z]{1,2})$/;

/** A registration number in the groups that are on the plate: MH12AB1234 as MH 12 AB 1234. Others stay as they are. */
export function plateText(no: string): string {
  const [, ...groups] = standard.exec(no) ?? bharat.exec(no) ?? [];
  return groups.length > 0 ? groups.filter((group) => group !== '').join(' ') : no;
}

/** A registration number as the plate shows it, read aloud without its gaps; with `to` it is a link. */
export function Plate({ no, to, size }: { no: string; to?: string; size?: 'lg' }) {
  const className = size ? `plate ${size}` : 'plate';
  const text = plateText(no);
  if (to !== undefined)
    return (
      <Link to={to} className={className} dir="ltr" aria-label={no}>
        {text}
      </Link>
    );
  return (
    <bdi className={className} dir="ltr">
      {text}
    </bdi>
  );
}
