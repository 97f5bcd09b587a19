export declare const question: string;
export declare const documents: [{ name: string; text: string }];
