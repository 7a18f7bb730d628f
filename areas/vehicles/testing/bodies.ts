/** What makes a vehicle, beside its organisation, model and category. */
export const vehicleNumbers = (serial: number) => ({
  registrationNo: `MH12ZA${serial}`,
  chassisNo: `MA3EWDE1S00${100_000 + serial}`,
  engineNo: `K10BN${1_000_000 + serial}`,
});

/** What makes a driver, beside the organisation: one who may drive cars for hire until May 2029. */
export const driverBody = (serial: number) => ({
  name: `Driver ${serial}`,
  mobile: `98${20_000_000 + serial}`,
  dob: '1990-01-15',
  dlNo: `MH1220110${100_000 + serial}`,
  licenceClasses: ['LMV', 'LMV_TR'],
  dlIssuedOn: '2011-05-01',
  dlValidNt: '2031-05-01',
  dlValidTr: '2029-05-01',
});
