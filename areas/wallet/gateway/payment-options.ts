/** An account at Razorpay, or at whoever speaks as it does. */
export interface PaymentOptions {
  keyId: string;
  keySecret: string;
  /** What messages of the gateway are signed with. */
  webhookSecret: string;
  /** Another address than Razorpay's, for tests. */
  apiUrl?: URL;
}
