import { Link } from '@tanstack/react-router';

const standard = /^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$/;
const bharat = /^(\d{2})(BH)(\d{4})([A-Z]{1,2})$/;

/** The groups that a registration number has on its plate: MH12AB1234 as MH, 12, AB, 1234. Others stay whole. */
function groupsOf(no: string): string[] {
  const [, ...groups] = standard.exec(no) ?? bharat.exec(no) ?? [no, no];
  return groups.filter((group) => group !== '');
}

const colours = { private: undefined, transport: 'com', electric: 'ev' };

/** A registration number as the plate shows it. The gaps are drawn only: it is copied and found as it is kept. With `to` it is a link. */
export function Plate(props: { no: string; to?: string; size?: 'lg'; use?: 'private' | 'transport' | 'electric' }) {
  const { no, to, size, use = 'private' } = props;
  const className = ['plate', size, colours[use]].filter(Boolean).join(' ');
  const groups = groupsOf(no).map((group, at) => <span key={`${at} ${group}`}>{group}</span>);
  if (to !== undefined)
    return (
      <Link to={to} className={className} dir="ltr">
        {groups}
      </Link>
    );
  return (
    <bdi className={className} dir="ltr">
      {groups}
    </bdi>
  );
}
