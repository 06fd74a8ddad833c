/** Of the columns in which programs and forms have a name in two parts. */
export const firstNameTitles = ["first name", "first names", "firstname", "forename", "forenames", "given name"];
export const lastNameTitles = ["last name", "lastname", "surname", "family name"];
