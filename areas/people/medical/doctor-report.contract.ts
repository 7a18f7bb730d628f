/** Examinations of one doctor within a period, for those who look after doctors. No driver can be told from it. */
export interface DoctorLine {
  doctorId: string;
  name: string;
  regNo: string;
  council: string;
  state: string;
  district: string;
  exams: number;
  fit: number;
  withCondition: number;
  unfit: number;
  /** Fit or fit with a condition, of 100; null without examinations. */
  passRate: number | null;
  /** Lets everybody pass, of many: worth a look. */
  outlier: boolean;
}
/** From how many examinations on it is odd that nobody was found unfit. */
export const outlierFrom = 10;

export interface DueDriver {
  driverId: string;
  name: string;
  orgId: string;
  orgName: string;
  medicalUpto: string;
  /** Somebody answers for the organisation and has a mail address. */
  canBeMailed: boolean;
  remindedAt: string | null;
}
