import type { DriverState } from '#areas/people/drivers/driver.contract.ts';
import type { Colour, OperationalStatus, VehicleState } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { addDays, ageOn, birthday, dayInWords } from '#kit/contract/days.ts';

/*
 * "May it run today?" for a vehicle, for a driver, and for both together. Pure: facts and a day in, an answer out. Every place
 * that shows an answer takes it from here.
 */

/** What a kind of paper asks of a subject, and the papers of that kind that were verified or wait. */
export interface DocumentFacts {
  code: string;
  name: string;
  /** With which vehicles it is asked for. Of a vehicle's papers those that are asked of it are given. */
  use: 'ANY' | 'TRANSPORT' | 'PRIVATE';
  mandatory: boolean;
  blocks: boolean;
  hasExpiry: boolean;
  graceDays: number;
  /** Days before the end from which it is worth a look. */
  soonDays: number;
  /** Verified papers: their first and last days; null is open. */
  verified: readonly { from: string | null; upto: string | null }[];
  /** One waits for a reviewer. */
  waiting: boolean;
  /** One was turned down or is to be sent again. */
  refused: boolean;
}

export interface VehicleFacts {
  situation: OperationalStatus;
  isActive: boolean;
  wasActive: boolean;
  /** VAHAN lists it: nothing is transacted for it, and whoever checks it on the road asks why. */
  isBlacklisted: boolean;
  isTransport: boolean;
  /** Licence classes of which one is needed; none: any will do. */
  licenceClasses: readonly string[];
  categoryName: string;
  /** Last day of a temporary or trade number. */
  numberEndsOn: string | null;
  /** Government challans that are to be paid, and the first last day. */
  unpaidChallans: number;
  unpaidBy: string | null;
  papers: readonly DocumentFacts[];
}

export interface DriverFacts {
  stage: 'INVITED' | 'ONBOARDING' | 'DONE';
  situation: 'NORMAL' | 'ON_LEAVE' | 'SUSPENDED' | 'EXITED';
  isActive: boolean;
  born: string | null;
  licenceClasses: readonly string[];
  validNt: string | null;
  validTr: string | null;
  /** The latest examination whose certificate was seen; null: none. */
  medical: { outcome: 'FIT' | 'FIT_WITH_CONDITION' | 'TEMP_UNFIT' | 'UNFIT'; upto: string | null } | null;
  papers: readonly DocumentFacts[];
}

export interface Line {
  colour: Exclude<Colour, 'GREEN'>;
  /** What it is about: the code of a paper, or LICENCE_CLASS, LICENCE_END, AGE, MEDICAL, STATE, NUMBER, BLACKLIST, CHALLAN. */
  about: string;
  of: 'vehicle' | 'driver';
  text: string;
  /** A document of the type is in review: there is nothing to do but wait. */
  waits?: true;
  /** The type of the document only warns: nothing is stopped by it. */
  warns?: true;
}
export interface Compliance {
  colour: Colour;
  /** What stands against it, the worst first. */
  lines: readonly Line[];
  /** First day after this one on which the answer may be another by itself; null: never. */
  until: string | null;
}

/** Collects lines, and the days on which something ends or begins. */
class Findings {
  readonly lines: Line[] = [];
  readonly turns: string[] = [];
  readonly of: Line['of'];
  readonly day: string;
  constructor(of: Line['of'], day: string) {
    this.of = of;
    this.day = day;
  }
  say(colour: Line['colour'], about: string, text: string, { waits = false, warns = false } = {}) {
    this.lines.push({
      colour,
      about,
      of: this.of,
      text,
      ...(waits ? { waits } : {}),
      ...(warns ? { warns } : {}),
    });
  }
  turn(day: string | null) {
    if (day !== null && day > this.day) this.turns.push(day);
  }
}

const soonest = (days: readonly string[]): string | null => [...days].sort()[0] ?? null;

function concluded(parts: readonly Findings[]): Compliance {
  const lines = parts.flatMap((part) => part.lines);
  const red = lines.filter(({ colour }) => colour === 'RED');
  const amber = lines.filter(({ colour }) => colour === 'AMBER');
  return {
    colour: red.length > 0 ? 'RED' : amber.length > 0 ? 'AMBER' : 'GREEN',
    lines: [...red, ...amber],
    until: soonest(parts.flatMap((part) => part.turns)),
  };
}

/** The paper of a kind that counts on a day: of those that have begun, the one that lasts longest. */
export function currentDocument<Paper extends DocumentFacts['verified'][number]>(
  paper: { readonly verified: readonly Paper[] },
  day: string,
): Paper | undefined {
  const begun = paper.verified.filter(({ from }) => from === null || from <= day);
  const open = begun.find(({ upto }) => upto === null);
  return open ?? begun.toSorted((a, b) => ((a.upto ?? '') < (b.upto ?? '') ? 1 : -1))[0];
}

function judgeDocument(found: Findings, paper: DocumentFacts): void {
  const { day } = found;
  const { name, code } = paper;
  const worst = paper.blocks ? 'RED' : 'AMBER';
  const waits = paper.waiting;
  const warns = !paper.blocks;
  for (const one of paper.verified) found.turn(one.from);
  const current = currentDocument(paper, day);
  if (!current) {
    if (!paper.mandatory) return;
    const why = paper.waiting ? 'is awaiting review' : paper.refused ? 'was rejected' : 'is missing';
    found.say(worst, code, `${name} ${why}`, { waits, warns });
    return;
  }
  if (current.upto === null || !paper.hasExpiry) return;
  const last = current.upto;
  const graceEnd = addDays(last, paper.graceDays);
  const soon = addDays(last, -paper.soonDays);
  for (const turn of [soon, addDays(last, 1), addDays(graceEnd, 1)]) found.turn(turn);
  if (day > graceEnd) found.say(worst, code, `${name} expired on ${dayInWords(last)}`, { waits, warns });
  else if (day > last) {
    const words = `${name} expired on ${dayInWords(last)}; grace period until ${dayInWords(graceEnd)}`;
    found.say('AMBER', code, words, { waits, warns });
  } else if (day >= soon) {
    const next = paper.verified.some(({ from, upto }) => from !== null && from > day && (upto === null || upto > last));
    if (!next) found.say('AMBER', code, `${name} expires on ${dayInWords(last)}`, { waits, warns });
  }
}

const situationWords: Readonly<Record<Exclude<OperationalStatus, 'IN_USE'>, string>> = {
  MAINTENANCE: 'The vehicle is under maintenance',
  ACCIDENT: 'The vehicle had an accident',
  STOLEN: 'The vehicle is reported stolen',
  RETIRED: 'The vehicle is retired',
  SOLD: 'The vehicle is sold',
};

function judgeVehicle(facts: VehicleFacts, day: string): Findings {
  const found = new Findings('vehicle', day);
  if (!facts.isActive) found.say('RED', 'STATE', 'The vehicle is inactive');
  if (facts.situation !== 'IN_USE') found.say('RED', 'STATE', situationWords[facts.situation]);
  if (facts.isBlacklisted) found.say('AMBER', 'BLACKLIST', 'Blacklisted in VAHAN');
  if (facts.numberEndsOn !== null) {
    found.turn(addDays(facts.numberEndsOn, 1));
    if (day > facts.numberEndsOn)
      found.say('RED', 'NUMBER', `Registration number expired on ${dayInWords(facts.numberEndsOn)}`);
  }
  if (facts.unpaidBy !== null) judgeChallans(found, facts.unpaidChallans, facts.unpaidBy);
  for (const paper of facts.papers) judgeDocument(found, paper);
  return found;
}

/** While a challan is unpaid the office transacts nothing for the vehicle but tax (rule 167, CMVR). It may run. */
function judgeChallans(found: Findings, count: number, by: string): void {
  found.turn(addDays(by, 1));
  const which = count === 1 ? '1 unpaid government challan,' : `${count} unpaid government challans, the first`;
  const when = found.day > by ? `overdue since ${dayInWords(addDays(by, 1))}` : `due by ${dayInWords(by)}`;
  found.say('AMBER', 'CHALLAN', `${which} ${when}`);
}

/** Classes that need the transport validity; the others drive light vehicles, for hire too (Rambha Devi, 2024). */
const transportClasses = new Set(['LMV_TR', 'HMV', 'HGMV', 'HPMV']);

/** Some papers of drivers are asked for with some vehicles only. */
const isAsked = ({ use }: DocumentFacts, vehicle: VehicleFacts | undefined): boolean =>
  use === 'ANY' || (vehicle !== undefined && vehicle.isTransport === (use === 'TRANSPORT'));

function judgeDriver(facts: DriverFacts, day: string, vehicle?: VehicleFacts): Findings {
  const found = new Findings('driver', day);
  if (!facts.isActive) found.say('RED', 'STATE', 'The driver is inactive');
  if (facts.stage !== 'DONE') found.say('RED', 'STATE', 'The driver has not finished onboarding');
  if (facts.situation === 'ON_LEAVE') found.say('RED', 'STATE', 'The driver is on leave');
  if (facts.situation === 'SUSPENDED') found.say('RED', 'STATE', 'The driver is suspended');
  if (facts.situation === 'EXITED') found.say('RED', 'STATE', 'The driver has left');
  for (const paper of facts.papers) if (isAsked(paper, vehicle)) judgeDocument(found, paper);
  judgeLicence(found, facts, vehicle);
  judgeFitness(found, facts, vehicle);
  if (facts.born !== null) {
    const least = vehicle?.isTransport ? 20 : 18;
    found.turn(birthday(facts.born, least));
    if (ageOn(facts.born, day) < least)
      found.say(
        'RED',
        'AGE',
        `The driver is younger than ${least}${vehicle?.isTransport ? ', for a transport vehicle' : ''}`,
      );
  }
  return found;
}

function judgeLicence(found: Findings, facts: DriverFacts, vehicle: VehicleFacts | undefined): void {
  const { day } = found;
  if (!vehicle || vehicle.licenceClasses.length === 0) {
    const last =
      [facts.validNt, facts.validTr]
        .filter((one) => one !== null)
        .sort()
        .at(-1) ?? null;
    judgeEnd(found, 'Licence', last);
    return;
  }
  const fitting = facts.licenceClasses.filter((one) => vehicle.licenceClasses.includes(one));
  if (fitting.length === 0) {
    const held = facts.licenceClasses.length > 0 ? facts.licenceClasses.map(classInWords).join(', ') : 'no class';
    found.say(
      'RED',
      'LICENCE_CLASS',
      `Licence covers ${held}; ${vehicle.categoryName} needs ${vehicle.licenceClasses.map(classInWords).join(' or ')}`,
    );
    return;
  }
  const light = fitting.some((one) => !transportClasses.has(one));
  const heavy = fitting.some((one) => transportClasses.has(one));
  const ends = [...(light ? [facts.validNt] : []), ...(heavy ? [facts.validTr] : [])];
  const last =
    ends
      .filter((one) => one !== null)
      .sort()
      .at(-1) ?? null;
  judgeEnd(found, heavy && !light ? 'Transport licence' : 'Licence', last);
  // The lower of two ends may turn the answer as well.
  for (const end of ends) if (end !== null && end >= day) found.turn(addDays(end, 1));
}

export const classInWords = (one: string): string => one.replace('_', '-');

function judgeEnd(found: Findings, name: string, last: string | null): void {
  if (last === null) {
    found.say('RED', 'LICENCE_END', `${name}: no expiry date`);
    return;
  }
  found.turn(addDays(last, 1));
  found.turn(addDays(last, -30));
  if (found.day > last) found.say('RED', 'LICENCE_END', `${name} expired on ${dayInWords(last)}`);
  else if (found.day >= addDays(last, -30)) found.say('AMBER', 'LICENCE_END', `${name} expires on ${dayInWords(last)}`);
}

/** Form 1A is needed for every transport vehicle, and from the age of 40 for any (rule 5, CMVR). */
function judgeFitness(found: Findings, facts: DriverFacts, vehicle: VehicleFacts | undefined): void {
  const { day } = found;
  const { medical, born } = facts;
  const isUnfit = medical?.outcome === 'UNFIT' || medical?.outcome === 'TEMP_UNFIT';
  if (medical && isUnfit) {
    const forATime = medical.outcome === 'TEMP_UNFIT' && medical.upto !== null;
    if (forATime) found.turn(addDays(medical.upto as string, 1));
    found.say(
      'RED',
      'MEDICAL',
      forATime && day <= (medical.upto as string)
        ? `The driver is unfit until ${dayInWords(medical.upto as string)}`
        : forATime
          ? 'The driver was temporarily unfit and must be examined again'
          : 'The driver was found unfit',
    );
    return;
  }
  if (born !== null) found.turn(birthday(born, 40));
  const isNeeded = vehicle?.isTransport === true || (born !== null && ageOn(born, day) >= 40);
  if (!medical) {
    if (isNeeded) found.say('RED', 'MEDICAL', 'No verified medical certificate (Form 1A)');
    return;
  }
  if (medical.upto === null) return;
  found.turn(addDays(medical.upto, 1));
  found.turn(addDays(medical.upto, -30));
  if (day > medical.upto) {
    if (isNeeded) found.say('RED', 'MEDICAL', `Medical fitness expired on ${dayInWords(medical.upto)}`);
  } else if (day >= addDays(medical.upto, -30) && isNeeded)
    found.say('AMBER', 'MEDICAL', `Medical fitness expires on ${dayInWords(medical.upto)}`);
}

/** May this vehicle run on a day, by itself or with the driver it would run with? */
export const vehicleCompliance = (vehicle: VehicleFacts, day: string, driver?: DriverFacts): Compliance =>
  concluded([judgeVehicle(vehicle, day), ...(driver ? [judgeDriver(driver, day, vehicle)] : [])]);

/** May this driver drive on a day, whatever it would be? */
export const driverCompliance = (driver: DriverFacts, day: string): Compliance => concluded([judgeDriver(driver, day)]);

/** The last day on which it may run or they may drive as things stand, and what stands against it the day after. */
export interface ClearedUntil {
  until: string;
  by: Line;
}

/** More turns than a vehicle with all its papers and a driver can have before the first that blocks. */
const mostTurns = 200;

/** Looks ahead from a day through the days on which an answer turns. @returns null: blocked on that day, or nothing will block it by itself */
export function clearedUntil(answerOn: (day: string) => Compliance, day: string): ClearedUntil | null {
  let answer = answerOn(day);
  if (answer.colour === 'RED') return null;
  for (let turn = 0; turn < mostTurns && answer.until !== null; turn += 1) {
    const { until } = answer;
    answer = answerOn(until);
    const [by] = answer.lines;
    if (answer.colour === 'RED' && by) return { until: addDays(until, -1), by };
  }
  return null;
}

/** The state of a vehicle: what people say of it, or else what its papers say. */
export function vehicleState(facts: VehicleFacts, day: string): VehicleState {
  if (facts.situation !== 'IN_USE') return facts.situation;
  const found = new Findings('vehicle', day);
  for (const paper of facts.papers) judgeDocument(found, paper);
  const isHeld = found.lines.some(({ colour }) => colour === 'RED');
  if (!isHeld) return 'ACTIVE';
  return facts.wasActive ? 'COMPLIANCE_HOLD' : 'DRAFT';
}

/** The state of a driver; see vehicleState. */
export function driverState(facts: DriverFacts, day: string): DriverState {
  if (facts.situation !== 'NORMAL') return facts.situation;
  if (facts.stage !== 'DONE') return facts.stage;
  const isVerified = facts.papers.every(
    (paper) => !paper.mandatory || paper.use !== 'ANY' || currentDocument(paper, day) !== undefined,
  );
  return isVerified ? 'AVAILABLE' : 'PENDING_VERIFICATION';
}
