/** Built-up parts of the town: middle, size, turn in degrees, streets along and across. */
const quarters = [
  { x: 118, y: 96, width: 176, height: 150, turn: -6, along: 6, across: 8 },
  { x: 318, y: 106, width: 186, height: 138, turn: 15, along: 6, across: 8 },
  { x: 610, y: 128, width: 176, height: 172, turn: -9, along: 7, across: 8 },
  { x: 46, y: 440, width: 128, height: 200, turn: 9, along: 9, across: 5 },
  { x: 318, y: 462, width: 150, height: 150, turn: 24, along: 6, across: 7 },
  { x: 590, y: 462, width: 196, height: 176, turn: 5, along: 8, across: 9 },
  { x: 148, y: 660, width: 186, height: 140, turn: -18, along: 6, across: 8 },
  { x: 494, y: 700, width: 166, height: 132, turn: -13, along: 6, across: 7 },
  { x: 128, y: 846, width: 220, height: 118, turn: 3, along: 5, across: 10 },
  { x: 636, y: 838, width: 168, height: 128, turn: -9, along: 5, across: 8 },
  { x: 372, y: 838, width: 176, height: 118, turn: 7, along: 5, across: 8 },
];

/** The road that the vehicle in the middle comes along. */
const highway = 'M-20 40C60 120 70 220 130 350s170 260 250 380 130 170 190 190';

/** Streets of a quarter around its middle: a grid of which some streets end early, as they do. */
function streets({ width, height, along, across }: (typeof quarters)[number]): string {
  const [left, top] = [-width / 2, -height / 2];
  const lines: string[] = [];
  for (let at = 0; at <= along; at += 1) {
    const cut = (at * 7) % 4;
    lines.push(
      `M${left + (cut * width) / across} ${top + (at * height) / along}H${-left - ((3 - cut) * width) / across / 2}`,
    );
  }
  for (let at = 0; at <= across; at += 1) {
    const cut = (at * 5) % 3;
    lines.push(
      `M${left + (at * width) / across} ${top + (cut * height) / along}V${-top - ((2 - cut) * height) / along / 2}`,
    );
  }
  return lines.join('');
}

/** A town by a river with a few vehicles under way: drawn by hand, in the colours of the product's maps. */
export function RoadPicture() {
  const nose = (x: number, y: number, turn: number) => (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <circle r="11" fill="var(--k-move)" stroke="var(--k-ring)" strokeWidth="2.5" />
      <path d="M-3.5 3.5 0-4.5l3.5 8L0 1.6z" fill="var(--k-ring)" />
    </g>
  );
  return (
    <svg
      viewBox="0 0 700 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      style={{ width: '100%', height: '100%', display: 'block' }}
    >
      <rect width="700" height="900" fill="var(--m-land)" />
      {quarters.map((quarter) => (
        <g key={`${quarter.x} ${quarter.y}`} transform={`translate(${quarter.x} ${quarter.y}) rotate(${quarter.turn})`}>
          <rect
            x={-quarter.width / 2}
            y={-quarter.height / 2}
            width={quarter.width}
            height={quarter.height}
            fill="var(--m-block)"
          />
          <path d={streets(quarter)} fill="none" stroke="var(--m-minor)" strokeWidth="3" />
        </g>
      ))}
      <path
        d="M205 355c40-22 96-14 110 24s-30 80-74 78-90-74-36-102zM560 650c34-8 66 8 62 40s-48 48-74 28-26-58 12-68zM30 0h90c-8 38-44 52-70 44S26 22 30 0z"
        fill="var(--m-park)"
      />
      <path
        d="M-20 300C80 262 120 240 190 268s90 96 180 100 130-70 210-62 90 60 160 50"
        fill="none"
        stroke="var(--m-water)"
        strokeWidth="46"
        strokeLinecap="round"
      />
      <path d="M150-20c30 60-50 120-20 190s70 60 74 104" fill="none" stroke="var(--m-water)" strokeWidth="24" />
      <path
        d="M-10 110c160 60 300 180 420 300s200 120 310 130"
        fill="none"
        stroke="var(--m-rail)"
        strokeWidth="2"
        strokeDasharray="9 7"
      />
      {[
        'M-10 190c120-30 230-60 360-76s240-60 370-86',
        'M120 155c150 40 240 90 330 150s140 120 270 150',
        'M500-10c-20 90-70 180-66 290s10 140 8 250 60 220 130 390',
        'M-10 760c140-30 260-10 380 10s220 60 350 40',
      ].map((road) => (
        <g key={road} fill="none" strokeLinecap="round">
          <path d={road} stroke="var(--m-road-case)" strokeWidth="13" />
          <path d={road} stroke="var(--m-road)" strokeWidth="10" />
        </g>
      ))}
      {[highway, 'M-20 560c130 30 220 60 330 46s150-60 250-50 110 30 170 24'].map((road) => (
        <g key={road} fill="none" strokeLinecap="round">
          <path d={road} stroke="var(--m-hwy-case)" strokeWidth="15" />
          <path d={road} stroke="var(--m-hwy)" strokeWidth="11" />
        </g>
      ))}
      <path
        d={highway}
        pathLength="100"
        strokeDasharray="0 14 56 100"
        fill="none"
        stroke="var(--k-move)"
        strokeWidth="5"
        strokeLinecap="round"
      />
      {nose(32, 112, 152)}
      {nose(356, 598, 77)}
      {nose(566, 388, 124)}
      {nose(573, 810, 98)}
      <g transform="translate(282 124)">
        <rect
          x="-9"
          y="-9"
          width="18"
          height="18"
          rx="4"
          fill="var(--k-idle)"
          stroke="var(--k-ring)"
          strokeWidth="2.5"
        />
        <path d="M-3-3.5v7M3-3.5v7" stroke="var(--k-ring)" strokeWidth="2" />
      </g>
      <rect
        x="431"
        y="382"
        width="17"
        height="17"
        rx="4"
        fill="var(--k-stop)"
        stroke="var(--k-ring)"
        strokeWidth="2.5"
      />
      <circle cx="352" cy="689" r="27" fill="var(--k-move)" opacity="0.16" />
      <circle cx="352" cy="689" r="18" fill="var(--m-halo)" stroke="var(--k-move)" strokeWidth="2.5" />
      {nose(352, 689, 145)}
    </svg>
  );
}
