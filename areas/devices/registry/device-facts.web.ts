/** What a single device says beside its fields; lists do not. */
export interface DeviceDetails {
  situation: string;
  situationNote: string | null;
  boundSince: string | null;
}
