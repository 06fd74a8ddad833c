/** Programs and forms give columns these titles where a name has two parts. */
export const firstNameTitles = ["first name", "first names", "firstname", "forename", "forenames", "given name"];
export const lastNameTitles = ["last name", "lastname", "surname", "family name"];
