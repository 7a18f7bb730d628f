/** What open browsers of a client are told of a challan, as its mail says it. */
export interface ChallanNews {
  id: string;
  challanNo: string;
  vehicle: string;
  what: string;
}
export const newsTopic = 'challan-news';
