import { Link } from '@tanstack/react-router';

const standard = /^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$/;
const bharat = /^(\d{2})(BH)(\d{4})([A-Z]{1,2})$/;

/** A registration number in the groups that are on the plate: MH12AB1234 as MH 12 AB 1234. Others stay as they are. */
export function plateText(no: string): string {
  const [, ...groups] = standard.exec(no) ?? bharat.exec(no) ?? [];
  return groups.length > 0 ? groups.filter((group) => group !== '').join(' ') : no;
}

const colours = { private: undefined, transport: 'com', electric: 'ev' };

/** A registration number as the plate shows it, read aloud without its gaps; with `to` it is a link. */
export function Plate(props: { no: string; to?: string; size?: 'lg'; use?: 'private' | 'transport' | 'electric' }) {
  const { no, to, size, use = 'private' } = props;
  const className = ['plate', size, colours[use]].filter(Boolean).join(' ');
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
