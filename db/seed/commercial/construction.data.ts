// Construction machines sold in India, by brand and kind of machine. Their figures differ between stages of a model, so only what they are stands here.

export const machinesByBrand: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  JCB: {
    'Backhoe loader': ['2DX', '3DX', '3DX Plus', '3DX Super', '3DX Xtra', '4DX'],
    'Mini excavator': ['30 Plus', '35Z', '50Z', '55Z'],
    'Excavator': ['81', 'JS120', 'JS140', 'JS205LC', 'JS220LC', 'JS305LC', 'NXT 140', 'NXT 205', 'NXT 215LC', 'NXT 225LC', '315LC HD', '345LC', '385LC'],
    'Wheel loader': ['432ZX', '433-4', '437-4', '455ZX'],
    'Skid-steer loader': ['135', '155'],
    'Telehandler': ['530-70', '530-110', '540-170'],
    'Soil compactor': ['VM117'],
    'Tandem roller': ['VMT860'],
  },
  'Tata Hitachi': {
    'Excavator': ['EX 70', 'EX 110', 'EX 130', 'EX 200LC', 'EX 210LC', 'EX 215LC', 'EX 350LC', 'ZAXIS 140H', 'ZAXIS 220LC', 'ZAXIS 370LCH', 'ZAXIS 470H'],
    'Backhoe loader': ['TH76', 'TH86', 'Shinrai'],
    'Wheel loader': ['TWL 3036'],
  },
  Hitachi: {
    'Excavator': ['ZAXIS 650', 'ZAXIS 870', 'EX1200', 'EX2600'],
  },
  Komatsu: {
    'Excavator': ['PC71', 'PC130', 'PC200', 'PC205', 'PC210', 'PC300', 'PC450'],
    'Bulldozer': ['D65EX', 'D85ESS'],
    'Wheel loader': ['WA380', 'WA470'],
    'Dump truck': ['HD785'],
  },
  Caterpillar: {
    'Backhoe loader': ['424', '426F2'],
    'Excavator': ['313D2 L', '320D3', '323D3', '330', '336', '349'],
    'Wheel loader': ['950 GC'],
    'Motor grader': ['120', '140K'],
    'Bulldozer': ['D6R2', 'D8R'],
    'Dump truck': ['777E'],
    'Soil compactor': ['CS11 GC'],
  },
  CASE: {
    'Backhoe loader': ['770EX', '770FX', '851EX', '851FX'],
    'Tandem roller': ['752'],
    'Soil compactor': ['1107 EX'],
    'Excavator': ['CX220C'],
    'Motor grader': ['845B'],
    'Skid-steer loader': ['SR150B'],
  },
  Volvo: {
    'Excavator': ['EC140D', 'EC200D', 'EC210D', 'EC220D', 'EC300D', 'EC380D', 'EC480D', 'EC750D'],
    'Soil compactor': ['SD110'],
    'Tandem roller': ['DD100'],
    'Paver': ['P5320B'],
  },
  Hyundai: {
    'Excavator': ['R80-7', 'R110-7', 'R140LC-9', 'R210-7', 'R215L Smart', 'R220LC-9S', 'R340L'],
  },
  Kobelco: {
    'Excavator': ['SK140HDLC', 'SK210HDLC', 'SK220XDLC', 'SK350LC', 'SK380XDLC'],
  },
  SANY: {
    'Excavator': ['SY80', 'SY140C', 'SY210C', 'SY220C', 'SY365H'],
    'Truck crane': ['STC250', 'STC600'],
    'Soil compactor': ['SSR110'],
  },
  Doosan: {
    'Excavator': ['DX140LC', 'DX215LC', 'DX225LC', 'DX360LC'],
  },
  LiuGong: {
    'Excavator': ['922E'],
    'Wheel loader': ['835H', '856H'],
  },
  ACE: {
    'Mobile crane': ['12XW', '14XW', '15XW', 'F150', 'FX 150', 'FX 230', 'SX 150', 'Rhino 90C'],
    'Backhoe loader': ['AX 124', 'AX 130'],
    'Forklift': ['AF 30D'],
  },
  Escorts: {
    'Mobile crane': ['Hydra 12', 'Hydra 14', 'F15', 'F17', 'F23', 'TRX 1550', 'TRX 2319'],
    'Backhoe loader': ['Digmax II'],
    'Soil compactor': ['Jungli'],
  },
  Mahindra: {
    'Backhoe loader': ['EarthMaster SX', 'EarthMaster VX'],
    'Motor grader': ['RoadMaster G75', 'RoadMaster G90'],
  },
  BEML: {
    'Excavator': ['BE 220', 'BE 300', 'BE 700'],
    'Bulldozer': ['BD 80', 'BD 155'],
    'Dump truck': ['BH 35', 'BH 60M', 'BH 100'],
    'Motor grader': ['BG 605'],
  },
  Ajax: {
    'Self-loading concrete mixer': ['ARGO 1000', 'ARGO 2000', 'ARGO 2500', 'ARGO 4000', 'ARGO 4500'],
  },
  BULL: {
    'Backhoe loader': ['HD 76', 'HD 100', 'SD 76'],
  },
  Manitou: {
    'Backhoe loader': ['TLB 844'],
    'Telehandler': ['MT-X 732'],
  },
  Hamm: {
    'Soil compactor': ['311'],
  },
};
