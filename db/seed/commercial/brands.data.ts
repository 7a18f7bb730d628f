/** Brands that build no car or two-wheeler, by the country they are at home in (ISO 3166-1 alpha-2). */
export const commercialBrandNames: Readonly<Record<string, readonly string[]>> = {
  CN: ['LiuGong', 'SANY'],
  DE: ['Hamm', 'MAN'],
  FR: ['Manitou'],
  GB: ['JCB'],
  IN: [
    'ACE', 'Ajax', 'Altigreen', 'AMW', 'Ashok Leyland', 'Atul', 'BEML', 'BharatBenz', 'BULL', 'Captain', 'Eicher', 'EKA', 'Escorts',
    'Euler', 'Farmtrac', 'Force', 'HMT', 'Indo Farm', 'JBM', 'Mini Metro', 'Montra Electric', 'Olectra', 'Omega Seiki', 'PMI',
    'Powertrac', 'Preet', 'Saarthi', 'Saera', 'Scooters India', 'SML Isuzu', 'Solis', 'Sonalika', 'Swaraj', 'Switch', 'TAFE',
    'Tata Hitachi', 'VST', 'YC Electric',
  ],
  IT: ['Piaggio', 'Same Deutz-Fahr'],
  JP: ['Hitachi', 'Isuzu', 'Kobelco', 'Komatsu', 'Kubota', 'Terra Motors'],
  KR: ['Doosan'],
  SE: ['Scania', 'Volvo'],
  US: ['CASE', 'Caterpillar', 'John Deere', 'Massey Ferguson', 'New Holland'],
};
