import { Link } from '@tanstack/react-router';
import { plateGroups } from '#kit/contract/formats/plate.ts';
import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { useT } from '../i18n.ts';
import type { PlainTextKey } from '../texts/texts.ts';

/** Its colour, and what that says in words. */
const colours = {
  PRIVATE: undefined,
  COMMERCIAL: { look: 'com', key: 'plate.commercial' },
  ELECTRIC: { look: 'ev', key: 'plate.electric' },
  ELECTRIC_COMMERCIAL: { look: 'ev com', key: 'plate.electricCommercial' },
} as const satisfies Readonly<Record<PlateUse, { look: string; key: PlainTextKey } | undefined>>;

/**
 * A registration number as the plate shows it. The gaps are drawn only: it is copied and found as it is kept. With `to` it is a link.
 * @param use what gives it its colour, as the vehicle or the reference to it says; of no known vehicle it is white.
 */
export function Plate(props: { no: string; to?: string; size?: 'lg'; use?: PlateUse | null | undefined }) {
  const { no, to, size, use } = props;
  const t = useT();
  const colour = use ? colours[use] : undefined;
  const className = ['plate', size, colour?.look].filter(Boolean).join(' ');
  // A description of the link and a hint for the pointer: as part of its name, every list would be read out twice as long.
  const title = colour && t(colour.key);
  const groups = plateGroups(no).map((group, at) => <span key={`${at} ${group}`}>{group}</span>);
  if (to !== undefined)
    return (
      <Link to={to} className={className} dir="ltr" title={title}>
        {groups}
      </Link>
    );
  return (
    <bdi className={className} dir="ltr" title={title}>
      {groups}
    </bdi>
  );
}
