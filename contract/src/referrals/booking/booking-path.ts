// Apart from the schemas of bookings: the public site needs only the address.

/** The address of the page where a patient books and sees a time; a token follows. */
export const BOOKING_PATH = '/qebul/';

/** Below the page of a link: opens the payment page. */
export const PAYMENT_PATH = '/odenis';
