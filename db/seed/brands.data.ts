// Brand names by the country the brand is at home in (ISO 3166-1 alpha-2).
export const brandNamesByCountry: Readonly<Record<string, readonly string[]>> = {
  AT: ['Husqvarna', 'KTM'],
  CN: ['CFMOTO', 'Zontes'],
  CZ: ['Skoda'],
  DE: ['Audi', 'BMW', 'Mercedes-Benz', 'Porsche', 'Volkswagen'],
  FR: ['Citroen', 'Renault'],
  GB: ['Aston Martin', 'Bentley', 'Jaguar', 'Land Rover', 'Lotus', 'MG', 'Rolls-Royce', 'Triumph'],
  IN: [
    'ADMS', 'Ampere', 'Avera', 'Avon', 'Bajaj', 'BattRE', 'BGauss', 'Bounce', 'Crayon', 'Cyborg', 'Deltic', 'EEVE',
    'Evtric', 'Fidato EVtech', 'Gemopai', 'Gowel', 'Gravton', 'Hayasa', 'HCD India', 'Hero', 'Hero Electric', 'Hop',
    'iGowise', 'iVOOMi', 'Jitendra', 'Joy e-Bike', 'Kabira Mobility', 'Kinetic Green', 'Lohia', 'Mahindra',
    'Mahindra Two Wheelers', 'Maruti Suzuki', 'Merico', 'Oben', 'Okaya', 'Okinawa', 'Ola', 'PMV', 'Poise', 'Pure EV',
    'Quantum', 'Raftaar', 'Revolt', 'River', 'Rowwet', 'Royal Enfield', 'Rugged', 'Shema', 'Sokudo', 'Tata',
    'Stella Automobili', 'Techo Electra', 'Tork', 'TVS', 'Ujaas', 'Ultraviolette', 'Warivo Motors', 'Wroley',
    'White Carbon Motors', 'Yezdi', 'Zelio',
  ],
  IT: ['Aprilia', 'Benelli', 'Ducati', 'Fiat', 'Lamborghini', 'Maserati', 'Moto Guzzi', 'Moto Morini', 'Vespa'],
  JP: ['Honda', 'Kawasaki', 'Lexus', 'Nissan', 'Suzuki', 'Toyota', 'Yamaha'],
  KR: ['Hyundai', 'Kia'],
  US: ['Ford', 'Harley-Davidson'],
  // Home not known to us.
  '': [
    'Aeroride', 'Benling', 'Birla', 'Dao', 'EVEIUM', 'GRP EV', 'Kyte Energy', 'M2GO', 'One Moto', 'RBSEVA',
    'Super Eco', 'Viertric', 'Yukie',
  ],
};
