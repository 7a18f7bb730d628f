/** A town by a river with a few vehicles under way: drawn by hand, in the colours of the product's maps. */
export function RoadPicture() {
  const minor =
    'M40 60h150M60 110h190M40 160h120M70 40v150M130 30v150M190 50v120M300 30l150 40M290 80l170 45M330 20l-30 110M400 40l-32 110M470 420h150M460 470h170M480 520h120M500 390v160M560 380v170M610 400v140M80 560l140-50M100 610l150-54M90 530l40 120M150 505l42 120M210 490l36 110M420 690l150-40M430 740l170-46M460 660l36 110M540 650l30 100M60 820h180M80 870h150M110 790v120M180 780v130';
  const blocks = [
    '40,60 190,60 190,160 40,160',
    '300,30 455,72 420,150 286,112',
    '470,420 622,420 622,545 470,545',
    '76,556 220,505 252,600 110,652',
    '424,690 580,648 604,742 446,785',
  ];
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
      {blocks.map((points) => (
        <polygon key={points} points={points} fill="var(--m-block)" />
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
      <path d={minor} fill="none" stroke="var(--m-minor)" strokeWidth="5" />
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
      {[
        'M-20 40C60 120 70 220 130 350s170 260 250 380 130 170 190 190',
        'M-20 560c130 30 220 60 330 46s150-60 250-50 110 30 170 24',
      ].map((road) => (
        <g key={road} fill="none" strokeLinecap="round">
          <path d={road} stroke="var(--m-hwy-case)" strokeWidth="15" />
          <path d={road} stroke="var(--m-hwy)" strokeWidth="11" />
        </g>
      ))}
      <path
        d="M48 170c26 70 44 110 82 180 60 118 132 226 214 336"
        fill="none"
        stroke="var(--k-move)"
        strokeWidth="5"
        strokeLinecap="round"
      />
      {nose(24, 118, 155)}
      {nose(345, 602, 95)}
      {nose(560, 268, 70)}
      {nose(590, 745, 160)}
      <g transform="translate(286 128)">
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
        x="423"
        y="372"
        width="17"
        height="17"
        rx="4"
        fill="var(--k-stop)"
        stroke="var(--k-ring)"
        strokeWidth="2.5"
      />
      <circle cx="344" cy="686" r="27" fill="var(--k-move)" opacity="0.16" />
      <circle cx="344" cy="686" r="18" fill="var(--m-halo)" stroke="var(--k-move)" strokeWidth="2.5" />
      {nose(344, 686, 145)}
    </svg>
  );
}
